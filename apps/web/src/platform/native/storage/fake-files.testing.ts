import type { NativeFiles } from './files.ts'

/** Thrown by the step at which the test ends the app, and by all later steps. */
export class AppEnded extends Error {
  override message = 'the app has ended'
}

/** The files of a device in memory. */
export class FakeFiles implements NativeFiles {
  files = new Map<string, string>()
  isFull = false
  /** The number of further steps until the app ends; null if it does not end. */
  stepsLeft: number | null = null
  /** The number of steps that have changed files. */
  steps = 0

  list = async (folder: string) => {
    this.#checkRunning()
    const under = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`))
    return [...new Set(under.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))]
  }

  read = async (path: string) => {
    this.#checkRunning()
    const text = this.files.get(path)
    if (text === undefined) throw new Error('the file does not exist')
    return text
  }

  write = async (path: string, text: string) => {
    const isTorn = this.#step()
    if (this.isFull || isTorn) this.files.set(path, text.slice(0, text.length / 2))
    else this.files.set(path, text)
    if (isTorn) throw new AppEnded()
    if (this.isFull) throw new Error('no space left on the device')
  }

  remove = async (path: string) => {
    if (this.#step()) throw new AppEnded()
    this.files.delete(path)
  }

  removeFolder = async (folder: string) => {
    if (this.#step()) throw new AppEnded()
    for (const path of this.files.keys()) if (path.startsWith(`${folder}/`)) this.files.delete(path)
  }

  #checkRunning() {
    if (this.stepsLeft !== null && this.stepsLeft < 0) throw new AppEnded()
  }

  /** Counts a step. Returns true if the app ends during it. */
  #step(): boolean {
    this.#checkRunning()
    this.steps++
    if (this.stepsLeft === null) return false
    return this.stepsLeft-- === 0
  }
}
