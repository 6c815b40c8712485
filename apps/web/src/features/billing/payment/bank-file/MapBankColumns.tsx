import {
  bankFields,
  dayOrders,
  decimalSigns,
  isCompleteMapping,
  mapBankColumn,
  type BankMapping,
  type BankTable,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { currencyOptions } from '../../../../ui/choice/currency-options.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './BankFile.module.css'
import { FileLine } from './FileLine.tsx'

type Props = { table: BankTable; fileName: string; onSubmit: (mapping: BankMapping) => void; onOther: () => void }

/** Lets the therapist map the columns of a CSV file. Suggests a mapping from the headings. */
export function MapBankColumns({ table, fileName, onSubmit, onOther }: Props) {
  const { t } = useTranslation('bankFile')
  const [mapping, setMapping] = useState(table.suggested)
  const change = (part: Partial<BankMapping>) => setMapping({ ...mapping, ...part })
  const isComplete = isCompleteMapping(mapping)
  return (
    <>
      <FileLine name={fileName} onOther={onOther} />
      <Section title={t('columns.title')} hint={t('columns.hint')}>
        <div className={classes.columns}>
          {table.columns.map((column, at) => (
            // The index is the key, because columns may have no heading.
            <ColumnField
              key={at}
              column={column}
              name={column.heading || t('columns.column', { number: at + 1 })}
              value={mapping.columns[at] ?? null}
              onChange={(field) => change({ columns: mapBankColumn(mapping.columns, at, field) })}
            />
          ))}
        </div>
        <FormOfValues mapping={mapping} onChange={change} />
        {!isComplete && (
          <Text size="sm" c="var(--attune-danger)" mt="md" role="status">
            {t('columns.missing')}
          </Text>
        )}
      </Section>
      <Group justify="flex-end">
        <Button disabled={!isComplete} onClick={() => onSubmit(mapping)}>
          {t('columns.submit')}
        </Button>
      </Group>
    </>
  )
}

type ColumnProps = {
  column: BankTable['columns'][number]
  name: string
  value: BankMapping['columns'][number]
  onChange: (field: BankMapping['columns'][number]) => void
}

function ColumnField({ column, name, value, onChange }: ColumnProps) {
  const { t } = useTranslation('bankFile')
  return (
    <div>
      <NativeSelect
        label={name}
        aria-label={t('columns.holds', { column: name })}
        value={value ?? ''}
        data={[
          { value: '', label: t('columns.none') },
          ...bankFields.map((field) => ({ value: field, label: t(`columns.field.${field}`) })),
        ]}
        onChange={(event) => onChange(bankFields.find((field) => field === event.currentTarget.value) ?? null)}
      />
      <p className={classes.sample}>{column.samples.join(', ')}</p>
    </div>
  )
}

type FormProps = { mapping: BankMapping; onChange: (part: Partial<BankMapping>) => void }

/** Edits the formats of numbers and days, and the currency if no column contains it. */
function FormOfValues({ mapping, onChange }: FormProps) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const currencies = useMemo(() => currencyOptions(language), [language])
  return (
    <div className={classes.columns}>
      <NativeSelect
        label={t('columns.decimal')}
        value={mapping.decimal}
        data={decimalSigns.map((value) => ({ value, label: t(`columns.decimals.${value}`) }))}
        onChange={(event) => onChange({ decimal: event.currentTarget.value as BankMapping['decimal'] })}
      />
      <NativeSelect
        label={t('columns.dayOrder')}
        value={mapping.dayOrder}
        data={dayOrders.map((value) => ({ value, label: t(`columns.dayOrders.${value}`) }))}
        onChange={(event) => onChange({ dayOrder: event.currentTarget.value as BankMapping['dayOrder'] })}
      />
      <NativeSelect
        label={t('columns.currency')}
        value={mapping.currency}
        data={currencies}
        onChange={(event) => onChange({ currency: event.currentTarget.value })}
      />
    </div>
  )
}
