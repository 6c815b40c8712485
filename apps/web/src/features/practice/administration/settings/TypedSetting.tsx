import type { ProductSettings } from '@attune/contract/features/practice/administration/administration'
import { useTranslation } from 'react-i18next'
import { TextSetting } from './TextSetting.tsx'
import type { SettingName, SettingsForm } from './use-settings-form.ts'

/** The settings whose value is stored exactly as typed. */
type TextName = {
  [Name in SettingName]: ProductSettings[Name] extends string | null
    ? string extends NonNullable<ProductSettings[Name]>
      ? Name
      : never
    : never
}[SettingName]

type Props = {
  form: SettingsForm
  name: TextName
  label: string
  hint: string
  maxLength: number
  disabled?: boolean
  long?: boolean
  check?: (text: string) => string | null
}

/** A product setting with a text field. If the setting allows it, an empty text is stored as no value. */
export function TypedSetting({ form, name, check = () => null, ...rest }: Props) {
  const { settings, conflicts, outcome, change, keepSaved } = form
  const stored = (text: string) => (name === 'publicUrl' || name === 'supportEmail' ? text || null : text) as string
  return (
    <TextSetting
      {...rest}
      name={name}
      value={settings[name] ?? ''}
      check={check}
      outcome={outcome(name)}
      inConflict={name in conflicts}
      onKeepSaved={() => keepSaved(name)}
      onSave={(text, base) => change(name, stored(text), stored(base))}
    />
  )
}

type NumberName = 'retentionYears' | 'idleMinutesStaff' | 'idleMinutesClient' | 'majorityAge'

/** A field for a whole number within bounds, which an admin types. */
export function NumberSetting({
  form,
  name,
  label,
  hint,
  range: { least, most },
}: {
  form: SettingsForm
  name: NumberName
  label: string
  hint: string
  range: { least: number; most: number }
}) {
  const { t } = useTranslation('adminSettings')
  const { settings, conflicts, outcome, change, keepSaved } = form
  const isValid = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
  return (
    <TextSetting
      numeric
      name={name}
      label={label}
      hint={hint}
      value={String(settings[name])}
      maxLength={3}
      check={(text) => (isValid(text) ? null : t('numberWrong', { least, most }))}
      outcome={outcome(name)}
      inConflict={name in conflicts}
      onKeepSaved={() => keepSaved(name)}
      onSave={(text, base) => change(name, Number(text), Number(base))}
    />
  )
}
