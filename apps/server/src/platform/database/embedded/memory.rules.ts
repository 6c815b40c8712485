const megabyte = 1024 ** 2

/** The settings of Postgres that depend on the memory of the machine, in megabytes. */
export type MemorySettings = {
  /** The cache of Postgres itself. Memory is only taken for pages that are used. */
  shared_buffers: number
  /** The size of all caches that the planner expects. It takes no memory. */
  effective_cache_size: number
  /** The memory of one sort or hash, before it uses the disk. */
  work_mem: number
  /** The memory of a vacuum or of building an index. */
  maintenance_work_mem: number
  /**
   * The size of the WAL between two checkpoints. It is disk space, but it depends on the memory, because a machine with little memory usually has a
   * small disk too.
   */
  max_wal_size: number
}

const between = (low: number, value: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))

/**
 * Returns the settings for a machine with `bytes` of memory. Most of the memory is left to the server, the workers and the file cache of the system.
 * With 1 GB, the settings are at or near their lower limits. The upper limits suffice for a practice: all pages that its requests read fit into the
 * cache.
 */
export function memorySettings(bytes: number): MemorySettings {
  const total = bytes / megabyte
  return {
    shared_buffers: between(96, total / 8, 512),
    effective_cache_size: between(384, total / 2, 32_768),
    work_mem: between(4, total / 512, 16),
    maintenance_work_mem: between(64, total / 32, 256),
    max_wal_size: between(512, total / 8, 2_048),
  }
}

/** Describes the settings for the person who starts Attune. */
export const memoryNote = (of: MemorySettings): string =>
  `The built-in Postgres uses up to ${of.shared_buffers} MB for its cache, ${of.work_mem} MB for each sort and ${of.maintenance_work_mem} MB for ` +
  `maintenance, expects ${of.effective_cache_size} MB of cache on this machine, and keeps ${of.max_wal_size} MB of log between checkpoints.`
