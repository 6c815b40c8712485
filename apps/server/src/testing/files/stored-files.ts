import { join } from 'node:path'
import type { TestApp } from '../app.ts'

/** Returns the kinds of objects that are stored for a file, such as `whole` and `thumbnails`. */
export async function storedKinds(app: Pick<TestApp, 'fileStore'>, id: string): Promise<string[]> {
  const found = await app.fileStore.objects.list('')
  const kinds = found.flatMap(({ key }) => (key.includes(id) ? (key.split('/')[0] ?? '') : []))
  return [...new Set(kinds)].filter((kind) => kind !== 'drafts').toSorted()
}

/** Returns the path of a checked file in the data folder. */
export const storedFilePath = ({ config }: Pick<TestApp, 'config'>, id: string): string =>
  join(config.dataDir, 'files', 'whole', id.slice(0, 2), id)
