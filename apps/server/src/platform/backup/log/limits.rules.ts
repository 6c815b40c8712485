const megabyte = 1024 * 1024
/** The share of the free space that the log may use while no process receives it or its destination is unreachable. */
const share = 0.2
/** The smallest limit of the log, because Postgres always keeps a few segments. */
const leastBytes = 64 * megabyte

/**
 * Returns the number of megabytes of its log that Postgres keeps for the process that copies it (`max_slot_wal_keep_size`). If the process falls
 * behind by more than this size, Postgres deletes the oldest part of the log instead of filling the disk.
 */
export const keptLogMegabytes = (freeBytes: number): number => Math.floor(logLimitBytes(freeBytes) / megabyte)

/** Returns the number of bytes of the log that may wait on a disk which has `freeBytes` free in addition to them. */
export const logLimitBytes = (freeBytes: number): number => Math.max(leastBytes, Math.floor(freeBytes * share))
