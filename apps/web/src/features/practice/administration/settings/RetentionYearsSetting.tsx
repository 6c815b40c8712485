import { proposedRetention, retentionLaws } from '@attune/contract/features/care/record-retention/retention-laws.rules'
import { retentionYearsRange } from '@attune/contract/features/practice/administration/administration.rules'
import { Button, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { addressCountryOptions } from '../../../../ui/choice/country-options.ts'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { NumberSetting } from './TypedSetting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

/** A number of years below the proposal that waits for a confirmation, and the saved number on which the edit is based (`base`). */
type Shorter = { years: number; base: number }

/**
 * Edits the number of years for which records are kept, with a proposal based on the law of a country. Asks for confirmation before it saves fewer
 * years than proposed.
 */
export function RetentionYearsSetting({ form }: { form: SettingsForm }) {
  const { t } = useTranslation(['adminSettings', 'recordEndings'])
  const practice = useQuery(orpc.recordRetention.ofPractice.queryOptions({ input: {} }))
  const [chosen, setChosen] = useState<string | null>(null)
  const [shorter, setShorter] = useState<Shorter | null>(null)
  const country = chosen ?? practice.data?.country ?? null
  const proposal = proposedRetention(country)
  const change: SettingsForm['change'] = (name, value, base) => {
    if (name === 'retentionYears' && Number(value) < proposal.years)
      setShorter({ years: Number(value), base: Number(base) })
    else form.change(name, value, base)
  }
  return (
    <>
      <NumberSetting
        form={{ ...form, change }}
        name="retentionYears"
        label={t('privacy.retention')}
        hint={t('privacy.retentionHint')}
        range={retentionYearsRange}
      />
      <ProposalRow country={country} onCountry={setChosen} form={form} />
      {shorter && (
        <DiscardDialog
          title={t('recordEndings:law.confirmTitle', { count: shorter.years })}
          text={t('recordEndings:law.confirmText', {
            count: proposal.years,
            source: proposal.source ?? t('recordEndings:law.confirmUnknown'),
          })}
          stay={t('recordEndings:law.keep')}
          leave={t('recordEndings:law.set')}
          onStay={() => setShorter(null)}
          onLeave={() => {
            setShorter(null)
            form.change('retentionYears', shorter.years, shorter.base)
          }}
        />
      )}
    </>
  )
}

type ProposalProps = { country: string | null; onCountry: (country: string) => void; form: SettingsForm }

/** The proposed years for a country with their source, and a button that saves them. */
function ProposalRow({ country, onCountry, form }: ProposalProps) {
  const { t } = useTranslation('recordEndings')
  const { language } = useLocale()
  const { years: count, source } = proposedRetention(country)
  const saved = form.settings.retentionYears
  return (
    <SettingRow label={t('law.country')} hint={t('law.countryHint')}>
      <NativeSelect
        aria-label={t('law.country')}
        value={country ?? ''}
        data={[{ value: '', label: t('law.none') }, ...sortedCountries(language)]}
        onChange={(event) => onCountry(event.currentTarget.value)}
      />
      <Text size="sm" mt="xs" role="status">
        {source === null
          ? t(country ? 'law.unknown' : 'law.anywhere', { count })
          : t('law.proposal', { count, source })}
        {saved < count && ` ${t('law.shorter', { count: saved })}`}
      </Text>
      {saved !== count && (
        <Button variant="default" mt="xs" onClick={() => form.change('retentionYears', count)}>
          {t('law.use', { count })}
        </Button>
      )}
    </SettingRow>
  )
}

/** Returns the countries, those with a known source first. */
function sortedCountries(language: string) {
  const all = addressCountryOptions(language)
  const isKnown = ({ value }: { value: string }) => value in retentionLaws
  return [...all.filter(isKnown), ...all.filter((option) => !isKnown(option))]
}
