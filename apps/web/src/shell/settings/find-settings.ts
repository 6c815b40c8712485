import type { Role } from '@attune/contract/features/people/account/account'
import i18next from 'i18next'
import { matchesSearch } from '../palette/palette-items.ts'
import { subjectsOf } from './subjects.ts'

/** A settings page, with its title and the labels on it in the reader's language. */
export type SettingEntry = { address: string; title: string; labels: readonly string[] }
export type FoundSetting = Omit<SettingEntry, 'labels'> & {
  /** The labels that match the search, at most three. */
  labels: readonly string[]
}

const mostLabels = 3

/** Returns the texts of a key, or of all keys below it, without those that contain variables. */
function textsAt(key: string): string[] {
  const found: unknown = i18next.t(key as never, { returnObjects: true })
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(textsOf)
        : []
  return textsOf(found).filter((text) => !text.includes('{{') && text !== key)
}

/** Loads the texts that the settings pages of a role show, and returns the pages with their labels. */
export async function loadSettingEntries(role: Role): Promise<SettingEntry[]> {
  const subjects = subjectsOf(role)
  const namespaces = subjects.flatMap(({ labels }) => labels.map((label) => label.split(':')[0] ?? ''))
  await i18next.loadNamespaces(['settings', ...new Set(namespaces)])
  return subjects.map(({ id, address, labels }) => ({
    address,
    title: i18next.t(`settings:subjects.${id}`),
    labels: labels.flatMap(textsAt),
  }))
}

/** Returns the settings pages with a title or a label that matches the search, titles first. */
export function findSettings(entries: readonly SettingEntry[], typed: string): FoundSetting[] {
  if (!typed.trim()) return []
  const found = entries.flatMap(({ address, title, labels }) => {
    const matching = labels.filter((label) => label !== title && matchesSearch({ label }, typed))
    const isTitle = matchesSearch({ label: title }, typed)
    return isTitle || matching.length > 0 ? [{ address, title, labels: matching.slice(0, mostLabels), isTitle }] : []
  })
  return found
    .toSorted((one, other) => Number(other.isTitle) - Number(one.isTitle))
    .map(({ isTitle: _isTitle, ...one }) => one)
}
