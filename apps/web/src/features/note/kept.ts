import { dropDraft, keepDraft, readDraft } from '../../platform/drafts.ts'

/** What is not saved yet, and the version that it was written on. */
export type Unsaved = { text: string; version: number }

/** Texts that were not chosen of two; nobody asked to throw them away. */
type Aside = { texts: string[] }

const asideOf = (name: string) => `${name}-aside`

/** What lies on this device of one text: the newest of what was being written, and what was set aside. */
export const kept = {
  read: (name: string) => readDraft<Unsaved>(name),
  keep: (name: string, value: Unsaved) => keepDraft(name, value),
  drop: (name: string) => dropDraft(name),
  aside: (name: string) => readDraft<Aside>(asideOf(name))?.texts ?? [],
  setAside: (name: string, texts: string[]) =>
    texts.length ? keepDraft(asideOf(name), { texts } satisfies Aside) : dropDraft(asideOf(name)),
}
