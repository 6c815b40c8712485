import type { ProductSettings } from '@attune/contract/features/practice/administration/administration'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import type { SettingOutcome } from '../../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../../ui/list/use-setting-outcome.ts'

export type SettingName = keyof ProductSettings
/** The values that the admin entered for settings that another admin changed in the meantime. The values of the other admin are in `settings`. */
type Conflict = Partial<ProductSettings>

export type SettingsForm = {
  /** The saved settings. */
  settings: ProductSettings
  /** The settings that are being saved. */
  saving: Partial<ProductSettings>
  outcome: (name: SettingName) => SettingOutcome
  /** Saves a setting. `base` is the saved value on which the edit is based; by default, the value that the page shows. */
  change: <Name extends SettingName>(
    name: Name,
    value: ProductSettings[Name],
    base?: ProductSettings[NoInfer<Name>],
  ) => void
  conflicts: Conflict
  /** Discards the admin's own value of a setting that another admin has changed. */
  keepSaved: (name: SettingName) => void
}

type Save = { name: SettingName; value: Partial<ProductSettings>; before: Partial<ProductSettings> }

/** Saves each setting separately, together with the value on which the edit is based, so that no save reverts another admin's change. */
export function useSettingsForm(settings: ProductSettings): SettingsForm {
  const cache = useQueryClient()
  const key = orpc.administration.settings.queryKey({ input: {} })
  const [conflicts, setConflicts] = useState<Conflict>({})
  const keepSaved = (name: SettingName) =>
    setConflicts((now) => Object.fromEntries(Object.entries(now).filter(([other]) => other !== name)))
  const show = (after: Partial<ProductSettings>) =>
    cache.setQueryData(key, (old) => old && { ...old, settings: { ...old.settings, ...after } })
  const save = useMutation({
    // Saves run one after the other.
    scope: { id: 'product-settings' },
    mutationFn: ({ value, before }: Save) => api.administration.saveSettings({ ...value, before }),
    onSuccess: (after, { name }) => {
      show(after)
      keepSaved(name)
      void cache.invalidateQueries({ queryKey: orpc.product.key() })
    },
    onError: (error, { value }) => {
      if (errorCode(error) !== 'CHANGED' || !(error instanceof ORPCError)) return
      show(error.data as Partial<ProductSettings>)
      setConflicts((now) => ({ ...now, ...value }))
    },
  })
  const { outcome, setLast } = useSettingOutcome<SettingName>(save)
  const change: SettingsForm['change'] = (name, value, base = settings[name]) => {
    setLast(name)
    save.mutate({ name, value: { [name]: value }, before: { [name]: base } })
  }
  return { settings, saving: save.isPending ? save.variables.value : {}, outcome, change, conflicts, keepSaved }
}
