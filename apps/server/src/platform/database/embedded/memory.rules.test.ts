import { expect, test } from 'vitest'
import { memoryNote, memorySettings, type MemorySettings } from './memory.rules.ts'

const gigabyte = 1024 ** 3

test('a machine with 1 GB keeps the settings of a small machine', () => {
  expect(memorySettings(gigabyte)).toEqual({
    shared_buffers: 128,
    effective_cache_size: 512,
    work_mem: 4,
    maintenance_work_mem: 64,
    max_wal_size: 512,
  })
})

test('a machine with 8 GB gives Postgres 512 MB of cache', () => {
  expect(memorySettings(8 * gigabyte)).toEqual({
    shared_buffers: 512,
    effective_cache_size: 4_096,
    work_mem: 16,
    maintenance_work_mem: 256,
    max_wal_size: 1_024,
  })
})

test('all settings stay within their limits on a very large machine', () => {
  expect(memorySettings(1024 * gigabyte)).toEqual({
    shared_buffers: 512,
    effective_cache_size: 32_768,
    work_mem: 16,
    maintenance_work_mem: 256,
    max_wal_size: 2_048,
  })
})

test('no setting shrinks on a larger machine', () => {
  let previous = memorySettings(0)
  for (let memory = 0; memory <= 300; memory += 0.25) {
    const next = memorySettings(memory * gigabyte)
    for (const name of Object.keys(next) as (keyof MemorySettings)[])
      expect(next[name]).toBeGreaterThanOrEqual(previous[name])
    previous = next
  }
})

test('the note names every setting with its size', () => {
  const settings = memorySettings(8 * gigabyte)
  for (const size of Object.values(settings)) expect(memoryNote(settings)).toContain(`${size} MB`)
})
