import type { Role } from '@attune/contract/features/people/account/account'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PaletteItem } from './palette-items.ts'

export const settingItemId = (address: string) => `setting-${address}`

/** Returns the settings pages with a title or a label that matches the typed text. Their texts are loaded with the first search. */
export function useSettingItems(role: Role, typed: string): PaletteItem[] {
  const { i18n } = useTranslation('palette')
  const navigate = useNavigate()
  const read = useQuery({
    queryKey: ['setting-search', role, i18n.language],
    queryFn: async () => {
      const { findSettings, loadSettingEntries } = await import('../settings/find-settings.ts')
      const entries = await loadSettingEntries(role)
      return { find: (text: string) => findSettings(entries, text) }
    },
    enabled: typed.trim() !== '',
    staleTime: Infinity,
  })
  return (read.data?.find(typed) ?? []).map(({ address, title, labels }): PaletteItem => ({
    id: settingItemId(address),
    icon: IconSettings,
    label: title,
    detail: labels.join(' · '),
    run: () => void navigate({ href: address }),
  }))
}
