//! Reading files up to a limit, and writing them so that a kill or a full disk never costs the old file.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Largest saved battle, in bytes.
pub const SAVE_LIMIT: u64 = 64 << 20;

/// Reads a text file, without the byte order mark that some editors put in front.
///
/// # Errors
/// When it cannot be read, is no regular file, has more than `limit` bytes, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    let mut text = text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read, is no regular file, or has more than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for a writer.
    let file = fs::metadata(path)?;
    if file.is_dir() {
        let why = "it is a folder";
        return Err(io::Error::new(ErrorKind::IsADirectory, why));
    }
    if !file.is_file() {
        let why = "it is a pipe or a device, not a regular file";
        return Err(io::Error::new(ErrorKind::InvalidInput, why));
    }
    let mut bytes = Vec::new();
    // The length that a file states may be wrong: those of the system state 0.
    let mut file = File::open(path)?.take(limit.saturating_add(1));
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let why = format!("it is larger than {}", size(limit));
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// A number of bytes in words.
fn size(bytes: u64) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        whole => format!("{whole} MiB"),
    }
}

/// A claim that one running program holds, until it is dropped or the program ends in whatever way.
#[derive(Debug)]
pub struct Claim {
    _file: Option<File>,
}

/// Claims a name for this program by locking a file of that name, which is made if it is missing. `None` if another
/// program holds it. Where the file system knows no locks, the name is free.
pub fn claim(path: &Path) -> Option<Claim> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let options = File::options().create(true).append(true).open(path);
    let Some(file) = made.and(options).ok() else {
        return Some(Claim { _file: None });
    };
    match file.try_lock() {
        Ok(()) => Some(Claim { _file: Some(file) }),
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Error(_)) => Some(Claim { _file: None }),
    }
}

/// Age at which a temporary file belongs to a program that was killed, and to no other that still writes.
const STALE: Duration = Duration::from_secs(60 * 60);

/// Removes the temporary files that programs left in a folder when they were killed.
pub fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if ours && is_stale(&entry) {
            // One that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_stale(entry: &fs::DirEntry) -> bool {
    let changed = entry.metadata().and_then(|file| file.modified());
    let age = changed.map(|changed| SystemTime::now().duration_since(changed));
    matches!(age, Ok(Ok(age)) if age > STALE)
}

/// How the names of temporary files begin and end.
const PREFIX: &str = ".opportunist-";
const SUFFIX: &str = ".tmp";

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
    builder.prefix(PREFIX).suffix(SUFFIX);
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
    fn a_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        fs::write(&file, "\u{feff}12345").unwrap();
        assert_eq!(read_text(&file, 8).unwrap(), "12345");
        let large = read_text(&file, 7).unwrap_err();
        assert_eq!(large.kind(), ErrorKind::FileTooLarge);
        assert_eq!(large.to_string(), "it is larger than 7 bytes");
        fs::write(&file, b"\xFF").unwrap();
        let binary = read_text(&file, 8).unwrap_err();
        assert_eq!(binary.kind(), ErrorKind::InvalidData);
        let missing = read_text(&folder.path().join("none"), 8).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        let folder = read_text(folder.path(), 8).unwrap_err();
        assert_eq!(folder.to_string(), "it is a folder");
    }

    #[test]
    fn a_name_is_claimed_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("new/.lock");
        let first = claim(&name).expect("it is free");
        assert!(claim(&name).is_none());
        drop(first);
        assert!(claim(&name).is_some());
    }

    #[test]
    fn temporary_files_of_killed_programs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, age: u64| {
            let path = folder.path().join(name);
            let file = File::create(&path).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            file.set_modified(then).unwrap();
        };
        file(".opportunist-a.tmp", 4000);
        file(".opportunist-b.tmp", 10);
        file("opportunist-c.tmp", 4000);
        file("save.json", 4000);
        remove_leftovers(folder.path());
        let mut left = names(folder.path());
        left.sort();
        let kept = [".opportunist-b.tmp", "opportunist-c.tmp", "save.json"];
        assert_eq!(left, kept);
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
