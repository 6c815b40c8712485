import type { ReleasedFile } from './items.ts'

/** Uploads files on this page, without the queue of this device. Throws if a file is refused or there is no connection. */
export async function uploadReleasedFiles(released: readonly ReleasedFile[]): Promise<void> {
  const waiting = released.flatMap(({ blob, ...file }) => (blob ? [{ file, blob }] : []))
  if (waiting.length === 0) return
  const [{ uploadQueuedFile }, { openTransfer }] = await Promise.all([
    import('./upload-file.ts'),
    import('./transfer.ts'),
  ])
  for (const { file, blob } of waiting) {
    const options = { openTransfer, readBlob: async () => blob, onSent: () => {}, signal: new AbortController().signal }
    if (await uploadQueuedFile({ ...file, isUploaded: false }, options)) throw new Error('a file was refused')
  }
}
