import '../../../ui/styles-overlay.ts'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ClientTag.module.css'

type Props = { options: { value: string; label: string }[]; value: string; onChange: (value: string) => void }

/** A select for one tag. Typing in it searches the tags. */
export function ClientTagCombobox({ options, value, onChange }: Props) {
  const { t } = useTranslation('clientTag')
  return (
    <Select
      searchable
      className={classes.select}
      aria-label={t('filter')}
      value={value}
      data={options}
      allowDeselect={false}
      nothingFoundMessage={t('notFound')}
      maxDropdownHeight={320}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
