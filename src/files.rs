//! Writing files, so that a kill or a full disk in the middle of it never costs what was there before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file, in place of the one that is there: beside it first, then under its name, so that
/// the name always holds either the old file or the whole new one. Missing folders are made.
///
/// # Errors
/// When the folder or the file cannot be written; the old file is then as it was.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, |file| file.write_all(content.as_ref()))
}

/// Replaces a file by what `fill` writes, if that succeeds.
fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // What a link points at is replaced, and not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok();
    // A device or a pipe has nothing to lose, and its name is not ours to give away.
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        return fill(&mut File::options().write(true).open(path)?);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut beside = new_file(folder)?;
    fill(beside.as_file_mut())?;
    if let Some(old) = old {
        fs::set_permissions(beside.path(), old.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    Ok(())
}

/// A file of no name that anyone looks for, which goes away again unless it gets one. It may be read
/// by whom the system lets read new files; temporary files are private otherwise.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".opportunist-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
        entries.map(|entry| name(entry).unwrap()).collect()
    }

    #[test]
    fn a_file_is_written_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/save.json");
        write(&file, "one").unwrap();
        write(&file, "the other").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "the other");
        assert_eq!(names(file.parent().unwrap()), ["save.json"]);
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("save.json");
        write(&file, "one").unwrap();
        let full = replace(&file, |file| {
            file.write_all(b"half of the oth")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert_eq!(names(folder.path()), ["save.json"]);
    }

    #[test]
    fn the_old_file_is_there_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("save.json");
        write(&file, "one").unwrap();
        replace(&file, |new| {
            new.write_all(b"half of the oth")?;
            // A program that is killed here leaves this behind.
            assert_eq!(fs::read_to_string(&file)?, "one");
            new.write_all(b"er")
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "half of the other");
    }

    #[test]
    fn a_folder_of_that_name_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("save.json");
        fs::create_dir(&taken).unwrap();
        fs::write(taken.join("kept"), "").unwrap();
        assert!(write(&taken, "one").is_err());
        assert_eq!(names(&taken), ["kept"]);
        assert_eq!(names(folder.path()), ["save.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write(&link, "two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let null = Path::new("/dev/null");
        write(null, "gone").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
    }
}
