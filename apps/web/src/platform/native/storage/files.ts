/**
 * Files of the app in a folder of its own, which the system neither deletes to gain space nor copies into a backup. A path such as
 * `folder/name` consists of ids and numbers.
 */
export type NativeFiles = {
  /** Returns the names of the files and folders in a folder; none if it does not exist. */
  list(folder: string): Promise<string[]>
  /** Reads a file. Throws if it cannot be read now. */
  read(path: string): Promise<string>
  /** Writes a file and creates its folder. If the app ends meanwhile, a part of the text may remain. Throws if there is no space. */
  write(path: string, text: string): Promise<void>
  /** Deletes a file. Does nothing if it does not exist. */
  remove(path: string): Promise<void>
  /** Deletes a folder with everything in it. Does nothing if it does not exist. */
  removeFolder(folder: string): Promise<void>
}
