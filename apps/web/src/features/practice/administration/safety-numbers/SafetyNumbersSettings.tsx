import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { countryName } from '../../../../ui/choice/country-name.ts'
import classes from '../settings/settings.module.css'

const SafetyNumbersDialog = lazyNamed(() => import('./SafetyNumbersDialog.tsx'), 'SafetyNumbersDialog')
const RemoveNumbersDialog = lazyNamed(() => import('./RemoveNumbersDialog.tsx'), 'RemoveNumbersDialog')

type Open = { command: 'edit' | 'remove'; country: string | null } | null

/** Lists the countries for which the practice has entered its own safety numbers. */
export function SafetyNumbersSettings({ own }: { own: Readonly<Record<string, CountryNumbersSetting>> }) {
  const { t } = useTranslation('adminSettings')
  const { language } = useLocale()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const countries = Object.keys(own)
    .map((country) => ({ country, name: countryName(country, language) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
  return (
    <Section
      title={t('numbers.title')}
      hint={t('numbers.hint')}
      action={<AddButton onClick={() => setOpen({ command: 'edit', country: null })}>{t('numbers.add')}</AddButton>}
      rows
    >
      {countries.length === 0 && (
        <CardRow>
          <span className={classes.quiet}>{t('numbers.none')}</span>
        </CardRow>
      )}
      {countries.map((one) => (
        <CountryRow key={one.country} {...one} numbers={own[one.country]} onOpen={setOpen} />
      ))}
      {open &&
        (open.command === 'edit' ? (
          <SafetyNumbersDialog own={own} country={open.country} onClose={close} />
        ) : (
          <RemoveNumbersDialog own={own} country={open.country ?? ''} onClose={close} />
        ))}
    </Section>
  )
}

type RowProps = {
  country: string
  name: string
  numbers: CountryNumbersSetting | undefined
  onOpen: (open: Open) => void
}

function CountryRow({ country, name, numbers, onOpen }: RowProps) {
  const { t } = useTranslation('adminSettings')
  const lines = (numbers?.lines ?? []).map((line) => `${line.name} ${line.phone}`)
  return (
    <CardRow wraps>
      <div className={classes.place}>
        <div>{name}</div>
        <div className={classes.quiet}>{[numbers?.emergency, ...lines].join(' · ')}</div>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={t('numbers.editOf', { country: name })}
          onClick={() => onOpen({ command: 'edit', country })}
        >
          {t('numbers.edit')}
        </Button>
        <Button
          variant="default"
          aria-label={t('numbers.removeOf', { country: name })}
          onClick={() => onOpen({ command: 'remove', country })}
        >
          {t('numbers.remove')}
        </Button>
      </Group>
    </CardRow>
  )
}
