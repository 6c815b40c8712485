import { countriesOf112, safetyCountries } from '@attune/contract/features/care/safety/safety.countries.rules'
import { safetyNumbersOf } from '@attune/contract/features/care/safety/safety.numbers'
import { Button, NativeSelect } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { otherCountry, telephoneUrl } from './plan/plan.ts'
import classes from './safety.module.css'

type Props = { country: string | null; onCountry?: (country: string) => void }

/** Shows the emergency number and the helplines of a country, or a general sentence if the numbers are unknown. */
export function EmergencyNumbers({ country, onCountry }: Props) {
  const { t } = useTranslation('safety')
  const known = safetyNumbersOf(country, useProductSettings().safetyNumbers)
  return (
    <div className={classes.numbers}>
      {known ? (
        <>
          <Call
            name={t('now.emergency', { number: known.emergency })}
            hint={t('now.emergencyHint')}
            phone={known.emergency}
            first
          />
          {known.lines.map(({ name, phone, always }) => (
            <Call key={phone} name={name} hint={t(always ? 'now.always' : 'now.hours')} phone={phone} />
          ))}
        </>
      ) : (
        <p className={classes.name}>{t('now.general')}</p>
      )}
      {onCountry && <Country country={country} onCountry={onCountry} />}
    </div>
  )
}

function Call({ name, hint, phone, first = false }: { name: string; hint: string; phone: string; first?: boolean }) {
  const { t } = useTranslation('safety')
  return (
    <div className={classes.number}>
      <div>
        <div className={classes.name}>{name}</div>
        <p className={classes.small}>{hint}</p>
      </div>
      <Button
        component="a"
        href={telephoneUrl(phone)}
        size="md"
        variant={first ? 'filled' : 'default'}
        leftSection={<IconPhone size={18} stroke={1.75} aria-hidden />}
        aria-label={t('now.call', { name, number: phone })}
      >
        {phone}
      </Button>
    </div>
  )
}

function Country({ country, onCountry }: { country: string | null; onCountry: (country: string) => void }) {
  const { t, i18n } = useTranslation('safety')
  const language = i18n.resolvedLanguage ?? 'en'
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { safetyNumbers } = useProductSettings()
  const known = [...new Set([...safetyCountries, ...countriesOf112, ...Object.keys(safetyNumbers)])]
  const options = known
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
  const chosen = country === null || known.includes(country) ? (country ?? '') : otherCountry
  return (
    <div className={classes.country}>
      <NativeSelect
        label={t('now.country')}
        description={country === null ? t('now.unsure') : undefined}
        value={chosen}
        data={[
          ...(country === null ? [{ value: '', label: '–' }] : []),
          ...options,
          { value: otherCountry, label: t('now.elsewhere') },
        ]}
        onChange={(event) => event.currentTarget.value && onCountry(event.currentTarget.value)}
      />
      <p className={classes.small}>{t('now.source')}</p>
    </div>
  )
}
