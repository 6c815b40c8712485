/**
 * The tabs of a therapist's settings in their order. The first tab is shown when the URL names none. Tab list, page, links and tests
 * follow this list; a tab without a title, a subtitle or a content does not compile.
 */
export const settingsTabs = ['personal', 'sessions', 'calendars'] as const
type FirstTab = (typeof settingsTabs)[0]
export type SettingsTab = (typeof settingsTabs)[number]

type SettingsSearch = { tab?: Exclude<SettingsTab, FirstTab> }

/** Parses the tab from the URL or the tab list. An unknown tab counts as the first tab. */
export function parseSettingsSearch(search: { tab?: unknown }): SettingsSearch {
  const tab = settingsTabs.find((one) => one === search.tab)
  return tab && tab !== settingsTabs[0] ? { tab } : {}
}
