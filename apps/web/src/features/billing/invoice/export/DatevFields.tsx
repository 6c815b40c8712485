import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const charts = ['SKR03', 'SKR04'] as const
export type DatevEntry = { consultant: string; client: string; chart: (typeof charts)[number] }

const patterns = { consultant: /^[1-9]\d{3,6}$/, client: /^[1-9]\d{0,4}$/ }

/** Whether both numbers have DATEV's format. */
export const isDatevComplete = (entry: DatevEntry) =>
  patterns.consultant.test(entry.consultant) && patterns.client.test(entry.client)

type Props = { entry: DatevEntry; onEntry: (entry: DatevEntry) => void; checked: boolean }

/** Fields for the tax adviser's numbers and the chart of accounts. `checked` shows problems. */
export function DatevFields({ entry, onEntry, checked }: Props) {
  const { t } = useTranslation('invoiceExport')
  const numberField = (field: 'consultant' | 'client') => (
    <TextInput
      label={t(field)}
      inputMode="numeric"
      value={entry[field]}
      error={checked && !patterns[field].test(entry[field]) && t(`problems.${field}`)}
      onChange={(event) => onEntry({ ...entry, [field]: event.currentTarget.value.trim() })}
    />
  )
  return (
    <>
      <Group grow align="flex-start">
        {numberField('consultant')}
        {numberField('client')}
      </Group>
      <NativeSelect
        label={t('chart')}
        data={[...charts]}
        value={entry.chart}
        onChange={({ currentTarget: { value } }) =>
          onEntry({ ...entry, chart: charts.find((chart) => chart === value) ?? entry.chart })
        }
      />
    </>
  )
}
