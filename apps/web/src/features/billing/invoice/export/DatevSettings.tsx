import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { datevCountries } from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { focusFirstInvalid } from '../../../../ui/base/focus-field.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { SaveForm } from '../../../../ui/editor/SaveForm.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { LoadedSettings } from '../../../../ui/page/loading/LoadedSettings.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { DatevFields } from './DatevFields.tsx'
import classes from './InvoiceExportDialog.module.css'
import { type DatevEdits, isDatevComplete, useDatev } from './use-datev.ts'

/** Edits the settings of the DATEV export. In a country whose tax advisers do not use DATEV, shows a link to the other exports instead. */
export function DatevSettings() {
  const { t } = useTranslation('invoiceExport')
  return (
    <LoadedSettings
      read={useQuery(orpc.business.own.queryOptions({ input: {} }))}
      failed={t('settings.loadFailed')}
      again={t('settings.again')}
    >
      {({ fields: { country } }: OwnBusiness) =>
        datevCountries.some((one) => one === country) ? <DatevForm country={country} /> : <NoDatev />
      }
    </LoadedSettings>
  )
}

function NoDatev() {
  const { t } = useTranslation('invoiceExport')
  return (
    <Section title={t('settings.title')} hint={t('settings.elsewhere')}>
      <ExportLink />
    </Section>
  )
}

function ExportLink() {
  const { t } = useTranslation('invoiceExport')
  return <TextLink to="/dashboard/therapist/payments">{t('settings.payments')}</TextLink>
}

/** The form. The basis is that of the current year. */
function DatevForm({ country }: { country: string | null }) {
  const { t } = useTranslation('invoiceExport')
  const { draft, checked, year, datev, problem, submit } = useDatevForm(country)
  const { entry, read, save } = datev
  return (
    <LoadedSettings
      read={{ ...read, data: entry ?? undefined }}
      failed={t('settings.loadFailed')}
      again={t('settings.again')}
    >
      {(loaded) => (
        <SaveForm
          draft={draft}
          save={save}
          onSubmit={submit}
          question={problem && <FormError>{t('settings.basisRefused')}</FormError>}
        >
          <Section title={t('settings.title')} hint={t('settings.hint')}>
            <div className={classes.fields}>
              <DatevFields {...datev} entry={loaded} country={country} year={year} missing={[]} checked={checked} />
              <Text size="sm" c="dimmed">
                {t('settings.later')} <ExportLink />
              </Text>
            </div>
          </Section>
        </SaveForm>
      )}
    </LoadedSettings>
  )
}

function useDatevForm(country: string | null) {
  const { t } = useTranslation('settings')
  const locale = useLocale()
  const [year] = useState(() => Number(localDay(new Date().toISOString(), locale).slice(0, 4)))
  const [checked, setChecked] = useState(false)
  const { value, change, ...rest } = useDraft<DatevEdits>('datev', () => ({}))
  const datev = useDatev({ country, year, edits: value, onEdits: change })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const { entry, save } = datev
    if (!entry || save.isPending) return
    if (!isDatevComplete(entry)) return focusFirstInvalid(event.currentTarget)
    save.mutate(entry, {
      onSuccess: () => {
        rest.forget({})
        toast.success(t('form.saved'))
      },
    })
  }
  const problem = datev.save.isError && errorCode(datev.save.error) === 'BASIS_FIXED'
  return { draft: { ...rest, forget: () => rest.forget() }, checked, year, datev, problem, submit }
}
