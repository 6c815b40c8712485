/**
 * The app's own files, in a folder that the system neither deletes to free space nor includes in backups. A path such as `folder/name` consists of
 * ids and numbers.
 */
export type NativeFiles = {
  /** Returns the names of the files and folders in a folder; an empty list if the folder does not exist. */
  list(folder: string): Promise<string[]>
  /** Returns the text of a file. Throws if the file does not exist or cannot be read. */
  read(path: string): Promise<string>
  /** Writes a file and creates its folder. If the app ends during the write, a part of the text may remain. Throws if there is no space. */
  write(path: string, text: string): Promise<void>
  /** Deletes a file. Does nothing if the file does not exist. */
  remove(path: string): Promise<void>
  /** Deletes a folder and its content. Does nothing if the folder does not exist. */
  removeFolder(folder: string): Promise<void>
}
