import { textLengths } from '@attune/contract/common/text/lengths'
import { systemsIn } from '@attune/contract/features/billing/invoice/law/invoice.systems.rules'
import { unsupportedCountries } from '@attune/contract/features/billing/business/business.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './business.module.css'
import { BusinessTextField } from './BusinessTextField.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** Edits name, country, tax numbers, contact and address of the business. */
export function BusinessSection(fields: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <Section title={t('business.title')} hint={t('business.hint')}>
      <div className={classes.fields}>
        <BusinessTextField {...fields} name="name" wide autoComplete="organization" />
        <CountryField {...fields} />
        <TaxNumberFields {...fields} />
        <BusinessTextField {...fields} name="email" type="email" autoComplete="email" />
        <BusinessTextField {...fields} name="phone" type="tel" autoComplete="tel" />
        <BusinessTextField {...fields} name="street" wide autoComplete="street-address" />
        <BusinessTextField {...fields} name="postalCode" autoComplete="postal-code" />
        <BusinessTextField {...fields} name="city" autoComplete="address-level2" />
        {usesRegion.has(fields.draft.country ?? '') && (
          <BusinessTextField {...fields} name="region" autoComplete="address-level1" />
        )}
      </div>
    </Section>
  )
}

/** Countries whose addresses contain a state or province. */
const usesRegion = new Set(['US', 'CA', 'AU', 'BR', 'IN', 'MX'])
/** Countries with a note about their law. */
const countryNotes = ['AT', 'CH', 'ES'] as const

function CountryField({ draft, problems, onChange }: BusinessFieldsProps) {
  // Loads the names of systems with the page. If they loaded only when a country is chosen, the form would be hidden meanwhile.
  const { t } = useTranslation(['business', 'invoiceDraft'])
  const { language } = useLocale()
  const countries = useMemo(() => addressCountryOptions(language), [language])
  const { country } = draft
  const note = countryNotes.find((code) => code === country)
  const isUnsupported = country !== null && unsupportedCountries.includes(country)
  return (
    <div className={classes.wide}>
      <NativeSelect
        label={t('field.country')}
        autoComplete="country"
        value={country ?? ''}
        data={[{ value: '', label: t('chooseCountry') }, ...countries]}
        error={problems.country && isUnsupported && t(`unsupported.${country === 'IT' ? 'IT' : 'PT'}`)}
        onChange={(event) => onChange({ country: event.currentTarget.value || null, taxProfile: null, taxReason: '' })}
      />
      {note && (
        <div className={classes.note}>
          <Callout>{t(`countryNote.${note}`)}</Callout>
        </div>
      )}
      {country !== null && !isUnsupported && <InvoiceSystems country={country} />}
    </div>
  )
}

/** Names the systems that invoices of a business in a country need and Attune does not support. */
function InvoiceSystems({ country }: { country: string }) {
  const { t } = useTranslation('invoiceDraft')
  const systems = systemsIn(country)
  const texts = systems
    ? systems.map((system) => t(`missing.fields.payer.system.${system}`))
    : [t('missing.fields.business.unknown-country')]
  if (!texts.length) return null
  return (
    <div className={classes.note} role="status">
      <Callout kind="warning">{texts.join(' ')}</Callout>
    </div>
  )
}

/** Fields for tax numbers, and for the numbers that a country requires on invoices of health professionals. */
function TaxNumberFields(fields: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  const { country } = fields.draft
  if (country === 'US')
    return (
      <>
        <TextInput
          label={t('field.ein')}
          description={t('hint.ein')}
          maxLength={textLengths.taxId}
          value={fields.draft.taxId}
          onChange={(event) => fields.onChange({ taxId: event.currentTarget.value })}
        />
        <BusinessTextField {...fields} name="npi" inputMode="numeric" />
        <BusinessTextField {...fields} name="license" wide />
      </>
    )
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t('taxOrVatId')}</legend>
        <p>{t('hint.taxOrVatId')}</p>
        <div className={classes.fields}>
          <BusinessTextField {...fields} name="taxId" />
          <BusinessTextField {...fields} name="vatId" />
        </div>
      </fieldset>
      {country === 'FR' && (
        <>
          <BusinessTextField {...fields} name="siret" inputMode="numeric" />
          <BusinessTextField {...fields} name="rpps" inputMode="numeric" />
        </>
      )}
    </>
  )
}
