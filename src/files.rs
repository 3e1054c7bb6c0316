//! Reading files up to a limit, and writing them so that a kill or a full disk never costs the old file.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Largest file of content, scenarios or options, in bytes.
pub const CONTENT_LIMIT: u64 = 4 << 20;

/// Largest saved battle, in bytes.
pub const SAVE_LIMIT: u64 = 64 << 20;

/// Most folders that a search for files enters.
pub const FOLDERS_LIMIT: usize = 1_000;

/// The folders that a search for files has entered, so that links lead it in no circle.
#[derive(Debug, Default)]
pub struct FolderSearch {
    entered: BTreeSet<PathBuf>,
}

impl FolderSearch {
    /// Notes a folder; `false` if it has been entered before, by whatever path.
    ///
    /// # Errors
    /// When it is the first of more than [`FOLDERS_LIMIT`]; those after it are not entered either.
    pub fn enters(&mut self, folder: &Path) -> io::Result<bool> {
        if self.entered.len() > FOLDERS_LIMIT {
            return Ok(false);
        }
        let whole = folder.canonicalize();
        let is_new = self
            .entered
            .insert(whole.unwrap_or_else(|_| folder.to_owned()));
        if self.entered.len() > FOLDERS_LIMIT {
            let why = format!("there are more than {FOLDERS_LIMIT} folders");
            return Err(io::Error::other(why));
        }
        Ok(is_new)
    }
}

/// Whether a file or folder is hidden: an editor or a file manager has put it beside others.
pub fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// An FNV-1a checksum of everything that is written into it, the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let step =
            |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

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

/// Tries whether a file can be written later, without touching an old one. Missing folders are made.
///
/// # Errors
/// When it could not be written now.
pub fn try_writing(path: &Path) -> io::Result<()> {
    let (path, old) = target(path)?;
    match old {
        Some(old) if old.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        // A device says without a byte whether it takes any; `/dev/full` does not.
        Some(old) if !old.is_file() => {
            let mut device = File::options().write(true).open(path)?;
            device.write(&[]).map(drop)
        }
        Some(_) | None => {
            let folder = folder_of(&path);
            fs::create_dir_all(folder)?;
            new_file(folder).map(drop)
        }
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
    let (path, old) = target(path)?;
    // A device or a pipe has nothing to lose, and its name is not ours to give away.
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        return fill(&mut File::options().write(true).open(path)?);
    }
    let folder = folder_of(&path);
    fs::create_dir_all(folder)?;
    let mut beside = new_file(folder)?;
    fill(beside.as_file_mut())?;
    if let Some(old) = old {
        fs::set_permissions(beside.path(), old.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}

/// The file that a path stands for, and what is there. The target of a link is replaced, not the link.
///
/// # Errors
/// When the path ends like that of a folder, or leads to a named pipe: to write there waits until somebody reads.
fn target(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    if path
        .as_os_str()
        .to_string_lossy()
        .ends_with(std::path::is_separator)
    {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&whole).ok();
    // Those of the system have a reader: the pipe behind standard output, the pipes of a shell.
    let is_ours = !whole.starts_with("/proc") && !whole.starts_with("/dev");
    if is_ours && old.as_ref().is_some_and(is_pipe) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is a pipe"));
    }
    Ok((whole, old))
}

#[cfg(unix)]
fn is_pipe(file: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&file.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// A file of no name that anyone looks for, which goes away again unless it gets one. It may be read
/// by whom the system lets read new files; temporary files are private otherwise.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name of the temporary file, which is part of the error, says nothing to the reader.
    let plain = |why: io::Error| match why.to_string().split_once(" at path ") {
        Some((cause, _)) => io::Error::new(why.kind(), cause),
        None => why,
    };
    builder.tempfile_in(folder).map_err(plain)
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_written_is_refused_without_the_name_of_another() {
        // Nobody writes there, not even the superuser.
        let refused = write(Path::new("/proc/picture.png"), "a").unwrap_err();
        assert!(!refused.to_string().contains(PREFIX), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.ron");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let link = folder.path().join("zero.ron");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for refused in [try_writing(&pipe), write(&pipe, "a")] {
            assert_eq!(refused.unwrap_err().to_string(), "it is a pipe");
        }
        let no_file = folder.path().join("new.json/");
        assert_eq!(
            try_writing(&no_file).unwrap_err().to_string(),
            "it is a folder"
        );
        for special in [pipe, link] {
            let refused = read_text(&special, CONTENT_LIMIT).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{special:?}");
        }
        // A file of the system states no length.
        assert!(read_text(Path::new("/proc/self/status"), 8).is_err());
    }

    #[test]
    fn a_file_that_could_not_be_written_is_found_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("save.json");
        fs::write(&file, "one").unwrap();
        try_writing(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        try_writing(&folder.path().join("new/save.json")).unwrap();
        try_writing(Path::new("/dev/null")).unwrap();
        if cfg!(target_os = "linux") {
            let full = try_writing(Path::new("/dev/full")).unwrap_err();
            assert_eq!(full.kind(), ErrorKind::StorageFull);
        }
        assert!(try_writing(folder.path()).is_err());
        assert!(try_writing(&file.join("below.json")).is_err());
        assert_eq!(names(folder.path()).len(), 2, "no file is left behind");
    }

    #[cfg(unix)]
    #[test]
    fn a_search_enters_a_folder_once_and_so_many_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(".", &link).unwrap();
        let mut search = FolderSearch::default();
        assert!(search.enters(folder.path()).unwrap());
        assert!(!search.enters(&link).unwrap());
        let mut others =
            (0..FOLDERS_LIMIT).map(|n| search.enters(&folder.path().join(n.to_string())));
        assert!(
            others
                .by_ref()
                .take(FOLDERS_LIMIT - 1)
                .all(|entered| entered.unwrap())
        );
        assert!(others.next().unwrap().is_err());
        assert!(!search.enters(&link).unwrap());
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
