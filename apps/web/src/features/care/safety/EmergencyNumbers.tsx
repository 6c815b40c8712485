import {
  countriesOf112,
  type FurtherLine,
  safetyCountries,
} from '@attune/contract/features/care/safety/safety.countries.rules'
import { safetyNumbersOf } from '@attune/contract/features/care/safety/safety.numbers'
import { Button, NativeSelect } from '@mantine/core'
import { IconMessage, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { otherCountry, textMessageUrl } from './plan/plan.ts'
import { phoneHref } from '../../../ui/base/phone-href.ts'
import classes from './safety.module.css'

type ChooseCountry = (country: string) => void
type Props = { country: string | null; onCountry?: ChooseCountry | 'waits' }

/**
 * Shows the emergency number and the helplines of a country, or a general sentence if the numbers are unknown. With `onCountry`, another country can
 * be chosen. The value `waits` shows this choice disabled, so that nothing moves later.
 */
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
          {known.further?.map((line) => (
            <Further key={`${line.name} ${Object.keys(line.contact)}`} line={line} />
          ))}
        </>
      ) : (
        <p className={classes.name}>{t('now.general')}</p>
      )}
      {onCountry && <Country country={country} onCountry={onCountry} />}
    </div>
  )
}

/** Shows a helpline that answers in writing, or that is for some people only. */
function Further({ line: { name, people, contact, always } }: { line: FurtherLine }) {
  const { t } = useTranslation('safety')
  const hints = [
    people && t(`now.${people}`),
    'textTo' in contact && (contact.text ? t('now.text', { text: contact.text }) : t('now.anyText')),
    'chat' in contact && t('now.chat'),
    t(always ? 'now.always' : 'now.hours'),
  ]
  const hint = hints.filter(Boolean).join(' · ')
  if ('phone' in contact) return <Call name={name} hint={hint} phone={contact.phone} />
  const isChat = 'chat' in contact
  const address = isChat ? new URL(contact.chat).host.replace(/^www\./, '') : contact.textTo
  return (
    <Row name={name} hint={hint}>
      <Button
        component="a"
        href={isChat ? contact.chat : textMessageUrl(contact.textTo, contact.text)}
        {...(isChat && { target: '_blank', rel: 'noreferrer' })}
        size="md"
        variant="default"
        leftSection={<IconMessage size={18} stroke={1.75} aria-hidden />}
        aria-label={t('now.write', { name, address })}
      >
        {address}
      </Button>
    </Row>
  )
}

function Row({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className={classes.number}>
      <div>
        <div className={classes.name}>{name}</div>
        <p className={classes.small}>{hint}</p>
      </div>
      {children}
    </div>
  )
}

function Call({ name, hint, phone, first = false }: { name: string; hint: string; phone: string; first?: boolean }) {
  const { t } = useTranslation('safety')
  return (
    <Row name={name} hint={hint}>
      <Button
        component="a"
        href={phoneHref(phone)}
        size="md"
        variant={first ? 'filled' : 'default'}
        leftSection={<IconPhone size={18} stroke={1.75} aria-hidden />}
        aria-label={t('now.call', { name, number: phone })}
      >
        {phone}
      </Button>
    </Row>
  )
}

function Country({ country, onCountry }: Required<Props>) {
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
        disabled={onCountry === 'waits'}
        onChange={({ currentTarget: { value } }) => value && onCountry !== 'waits' && onCountry(value)}
      />
      <p className={classes.small}>{t('now.source')}</p>
    </div>
  )
}
