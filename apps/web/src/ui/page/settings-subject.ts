import type { Role } from '@attune/contract/features/people/account/account'
import type { ComponentType } from 'react'
import type settingsTexts from '../../locales/settings/en.json'

/** The page that lists a settings subject, as the part of the address after the role. */
export type SettingsArea = 'settings' | 'profile' | 'api-settings'

/** One page of the settings. Its address consists of the address of its area and its id. */
export type SettingsSubject = {
  id: keyof (typeof settingsTexts)['subjects']
  /** The heading of the list under which the subject is shown. */
  group: keyof (typeof settingsTexts)['groups']
  /** The roles that have the subject, each with the page that lists it. */
  areas: Readonly<Partial<Record<Role, SettingsArea>>>
  /** The keys of the labels on the page, by which the search finds it. The key of a group of texts stands for all of them. */
  labels: readonly string[]
  /** Whether the page has a title of its own, which is then shown instead of the subject's. */
  hasTitle?: true
  Content: ComponentType
}
