/** The tabs of a therapist's settings in their order. The first tab is shown when the URL names none. */
export const settingsTabs = ['personal', 'sessions', 'calendars'] as const
export type SettingsTab = (typeof settingsTabs)[number]

type SettingsSearch = { tab?: Exclude<SettingsTab, 'personal'> }

/** Parses the tab from the URL or the tab list. An unknown tab counts as the first tab. */
export function parseSettingsSearch(search: { tab?: unknown }): SettingsSearch {
  const tab = settingsTabs.find((one) => one === search.tab)
  return tab && tab !== 'personal' ? { tab } : {}
}
