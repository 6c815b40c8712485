/**
 * The tabs of a therapist's settings, in the order of the page. The page shows the first tab when the URL names none.
 */
export const settingsTabs = ['personal', 'sessions', 'calendars', 'messages', 'business', 'services'] as const
type FirstTab = (typeof settingsTabs)[0]
export type SettingsTab = (typeof settingsTabs)[number]

type SettingsSearch = { tab?: Exclude<SettingsTab, FirstTab> }

/** Returns the search parameters for a tab. They are empty for the first tab and for an unknown tab. */
export function parseSettingsSearch(search: { tab?: unknown }): SettingsSearch {
  const tab = settingsTabs.find((one) => one === search.tab)
  return tab && tab !== settingsTabs[0] ? { tab } : {}
}
