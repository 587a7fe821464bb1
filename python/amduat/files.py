"""Files that are replaced as a whole or not at all, and files to which only one program adds.

All writers of the package come here. Links are followed, the permissions of a file that is replaced
stay as they were, and what is not a file but a device or a pipe is written to as it is.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["UNFINISHED", "adding", "is_special", "replacing", "replacing_bytes", "sync"]

#: How the names of files begin that are still being written.
UNFINISHED = ".amduat-"


@contextlib.contextmanager
def replacing(path: Path | str) -> Iterator[IO[str]]:
    """A text file to write that replaces `path` once everything is written, and never before.

    Whatever goes wrong, `path` is what it was; only devices, pipes and the like are written to
    directly, as they cannot be replaced.
    """
    with replacing_bytes(path) as raw:
        file = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield file
        file.flush()
        file.detach()


@contextlib.contextmanager
def replacing_bytes(path: Path | str) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, "the name of the file is empty", "")
    if is_special(path):
        # Never truncated: a device has no length, and /dev/stdout may be a file of somebody else.
        handle = os.open(path, os.O_WRONLY | os.O_APPEND)
        with _naming(path), open(handle, "wb") as file:  # noqa: PTH123
            yield file
        return
    target = Path(os.path.realpath(path))
    before = _status(target, path)
    with _naming(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=UNFINISHED)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with _naming(path):
            _permit(temporary, before)
            temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def adding(path: Path | str) -> BinaryIO:
    """A file to read and to add to, made if it does not exist; nobody else can add meanwhile.

    Raises:
        BlockingIOError: Another program is adding to it.
    """
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    file = open(os.open(path, flags, 0o666), "r+b")  # noqa: SIM115, PTH123
    try:
        _lock(file)
    except BaseException:
        file.close()
        raise
    return file


def sync(file: BinaryIO) -> None:
    """Waits until what was written is on the disk."""
    with contextlib.suppress(OSError):  # a pipe or device has no disk
        os.fsync(file.fileno())


def is_special(path: Path | str) -> bool:
    """Whether a path leads to something that is neither a file nor a directory: a device, a pipe.

    ``/dev/stdout`` counts as special whatever it leads to.
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError:
        return False
    if stat.S_ISREG(mode):
        # What a process has open may be a file; it is not for others to replace.
        return os.path.abspath(path).startswith("/dev/") and Path(path).is_symlink()  # noqa: PTH100
    return not stat.S_ISDIR(mode)


def _lock(file: BinaryIO) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return  # a file system without locks


def _status(target: Path, path: Path | str) -> os.stat_result | None:
    """What is known of the file to be replaced; None if there is none.

    Raises:
        OSError: It may not be written, or is a directory.
    """
    with _naming(path):
        try:
            status = target.stat()
        except FileNotFoundError:
            return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return status


def _permit(temporary: Path, before: os.stat_result | None) -> None:
    """Gives the new file the owner, where that is possible, and the mode of the old one."""
    if before is None:
        temporary.chmod(0o666 & ~_umask())
        return
    now = temporary.stat()
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        with contextlib.suppress(OSError, AttributeError):  # only root gives files away
            os.chown(temporary, before.st_uid, before.st_gid)
    temporary.chmod(stat.S_IMODE(before.st_mode))


@contextlib.contextmanager
def _naming(path: Path | str) -> Iterator[None]:
    """Has errors name the file that was to be written, and not the temporary one beside it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
