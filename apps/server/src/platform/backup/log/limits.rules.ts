const megabyte = 1024 * 1024
/** The share of the free space that the log may take while nothing reads it or while its destination cannot be reached. */
const share = 0.2
/** The least that the log may take, because Postgres cannot keep less than a few segments. */
const leastBytes = 64 * megabyte

/**
 * Returns how many megabytes of its log Postgres keeps for the process that copies it (`max_slot_wal_keep_size`). When that process is dead for
 * longer, Postgres frees the log instead of filling the disk.
 */
export const keptLogMegabytes = (freeBytes: number): number => Math.floor(logLimitBytes(freeBytes) / megabyte)

/** Returns how many bytes of the log may wait for their destination on a disk with so many free bytes besides them. */
export const logLimitBytes = (freeBytes: number): number => Math.max(leastBytes, Math.floor(freeBytes * share))
