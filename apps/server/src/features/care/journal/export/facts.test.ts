import { expect, test } from 'vitest'
import type { ExportedEntry } from './entries.ts'
import { exportedFileName } from './facts.ts'

const recording: ExportedEntry['files'][number] = {
  id: 'f52b2a44-6d0b-4b9b-8f0e-0f7e3e5a1c01',
  name: 'Voice note Nov 20, 2026, 11.30 AM.webm',
  kind: 'audio',
  type: 'audio/webm',
  size: 1_000,
  state: 'ready',
  refusal: null,
  width: null,
  height: null,
  seconds: 65,
  hasThumbnail: false,
  createdAt: '2026-11-20T10:30:00.000Z',
}

test('a voice note is named by its time in the reader’s language and zone, any other file by its own name', () => {
  const reader = { language: 'de', zone: 'Europe/Berlin' } as const
  expect(exportedFileName(recording, reader)).toMatch(/^Sprachnotiz, .*20.*2026.*11:30$/)
  expect(exportedFileName({ ...recording, seconds: null, name: 'Song.mp3' }, reader)).toBe('Song.mp3')
})
