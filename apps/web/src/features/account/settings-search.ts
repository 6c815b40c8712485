/** The tabs of a therapist's settings, in their order. The first one is shown without a search parameter. */
export const settingsTabs = ['personal', 'sessions', 'calendars'] as const
export type SettingsTab = (typeof settingsTabs)[number]

type SettingsSearch = { tab?: Exclude<SettingsTab, 'personal'> }

/** Reads the tab of an address or of the tab list. An unknown one is the first. */
export function parseSettingsSearch(search: { tab?: unknown }): SettingsSearch {
  const tab = settingsTabs.find((one) => one === search.tab)
  return tab && tab !== 'personal' ? { tab } : {}
}
