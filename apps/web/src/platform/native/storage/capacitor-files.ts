import { Directory, Encoding, Filesystem } from '@capacitor/filesystem'
import type { NativeFiles } from './files.ts'

/** On iOS, a folder that is excluded from backups. On Android, the app's folder, which the manifest excludes from backups. */
const directory = Directory.LibraryNoCloud
const encoding = Encoding.UTF8
const missingCode = 'OS-PLUG-FILE-0008'

const isMissing = (error: unknown) => (error as { code?: unknown }).code === missingCode

/** Creates a folder. iOS reports a missing folder without a specific code, so folders are created before they are read or deleted. */
const ensureFolder = (path: string) => Filesystem.mkdir({ path, directory, recursive: true }).catch(() => {})

/** Reads and writes the app's own files with Capacitor's Filesystem plugin. */
export const capacitorFiles: NativeFiles = {
  async list(folder) {
    await ensureFolder(folder)
    const { files } = await Filesystem.readdir({ path: folder, directory })
    return files.map(({ name }) => name)
  },
  async read(path) {
    const { data } = await Filesystem.readFile({ path, directory, encoding })
    return data as string
  },
  async write(path, text) {
    await Filesystem.writeFile({ path, data: text, directory, encoding, recursive: true })
  },
  async remove(path) {
    await Filesystem.deleteFile({ path, directory }).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  },
  async removeFolder(folder) {
    await ensureFolder(folder)
    await Filesystem.rmdir({ path: folder, directory, recursive: true })
  },
}
