import { expect, test } from 'vitest'
import { archiveInBucket } from './bucket-address.ts'

const endpoint = 'https://s3.example.com'

test.each([
  [`${endpoint}/practice`, { bucket: 'practice', prefix: '' }, `${endpoint}/practice`, null],
  [`${endpoint}/practice/attune/`, { bucket: 'practice', prefix: 'attune/' }, `${endpoint}/practice/attune`, null],
  [`${endpoint}/practice/a/b`, { bucket: 'practice', prefix: 'a/b/' }, `${endpoint}/practice/a/b`, null],
  [
    `${endpoint}/practice/attune/database/NAME.tar.gz.age`,
    { bucket: 'practice', prefix: 'attune/' },
    `${endpoint}/practice/attune`,
    'NAME',
  ],
])('the address %s names a bucket', (from, bucket, place, name) => {
  expect(archiveInBucket(from)).toEqual({ bucket: { endpoint, ...bucket }, place, name })
})

test('a path is no address, and an address without a bucket is refused', () => {
  expect(archiveInBucket('/mnt/backups')).toBeNull()
  expect(() => archiveInBucket(endpoint)).toThrow(/Name the bucket too/)
})
