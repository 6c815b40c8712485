import { forTab } from './keep.ts'

const prefix = 'attune-draft:'

/** What was being written in this tab under a name; null where there is nothing, or nothing that can be read. */
export function readDraft<T extends object>(name: string): T | null {
  try {
    return JSON.parse(forTab.get(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps what is being written until the tab is closed. A browser that has no room loses nothing but the reload. */
export const keepDraft = (name: string, value: object) => forTab.set(prefix + name, JSON.stringify(value))

export const dropDraft = (name: string) => forTab.drop(prefix + name)

/** Whether something is being written in this tab. */
export const hasDrafts = () => forTab.keys().some((key) => key.startsWith(prefix))
