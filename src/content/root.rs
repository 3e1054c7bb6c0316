//! Where the data folder is.

use std::path::{Path, PathBuf};

/// Path of the rule systems within a data folder.
const RULESETS: &str = "assets/rulesets";

/// The data folder, which holds `assets` and `levels`: the one asked for, or that of the environment
/// variable `OPPORTUNIST_DATA`, or the first that exists beside the program, above it, in the working
/// directory, and where the program was built. The sentence of a failure is for the player.
pub fn data_root(asked: Option<&Path>) -> Result<PathBuf, String> {
    let named = asked
        .map(Path::to_path_buf)
        .or_else(|| std::env::var_os("OPPORTUNIST_DATA").map(PathBuf::from));
    if let Some(root) = named {
        return if is_root(&root) {
            Ok(root)
        } else {
            Err(format!(
                "{} is not a data folder: there is no folder {RULESETS} in it",
                root.display()
            ))
        };
    }
    let program = std::env::current_exe().unwrap_or_default();
    let mut places: Vec<PathBuf> = program
        .ancestors()
        .skip(1)
        .take(4)
        .map(Path::to_path_buf)
        .collect();
    places.push(PathBuf::from("."));
    places.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    places
        .into_iter()
        .find(|place| is_root(place))
        .ok_or_else(|| {
            "no data folder was found: name it with --data or in OPPORTUNIST_DATA".to_owned()
        })
}

fn is_root(path: &Path) -> bool {
    path.join(RULESETS).is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_finds_its_own_data() {
        let root = data_root(None).unwrap();
        assert!(root.join(RULESETS).is_dir());
    }

    #[test]
    fn a_wrong_folder_is_refused_rather_than_replaced() {
        assert!(data_root(Some(Path::new("/nowhere"))).is_err());
    }
}
