import type { ProductSettings } from '@attune/contract/features/practice/administration/administration'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import classes from './settings.module.css'
import type { SettingName, SettingsForm } from './use-settings-form.ts'

type Props = {
  /** The saved value and the admin's own value, formatted. */
  saved: string
  mine: string
  onSaved: () => void
  onMine: () => void
}

/** Shows the value that another admin saved and the admin's own value, and lets the admin choose. */
export function ValueConflict({ saved, mine, onSaved, onMine }: Props) {
  const { t } = useTranslation('adminSettings')
  const content = (value: string) => <div className={classes.version}>{value || t('conflict.empty')}</div>
  return (
    <VersionConflict
      title={t('conflict.title')}
      theirs={{ content: content(saved), onChoose: onSaved }}
      mine={{ content: content(mine), onChoose: onMine }}
    />
  )
}

/** The conflict of a setting that is selected from a list. Renders nothing without a conflict. `text` formats a value. */
export function SettingConflict<Name extends SettingName>({
  form,
  name,
  text,
}: {
  form: SettingsForm
  name: Name
  text: (value: ProductSettings[Name]) => string
}) {
  const mine = form.conflicts[name] as ProductSettings[Name] | undefined
  if (mine === undefined) return null
  return (
    <ValueConflict
      saved={text(form.settings[name])}
      mine={text(mine)}
      onSaved={() => form.keepSaved(name)}
      onMine={() => form.change(name, mine)}
    />
  )
}
