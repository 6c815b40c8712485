import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Query } from '../../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../../ui/page/Section.tsx'
import classes from '../Import.module.css'
import type { ImportComparison, ImportMatch } from './use-import-comparison.ts'

/** The maximum number of lines that are listed by name. */
const shown = 50

/**
 * Shows before an import the number of lines that belong to existing clients, and lists the lines that should be checked. Renders nothing if there
 * are none.
 */
export function ExistingClients({ read }: { read: ImportComparison }) {
  const { t } = useTranslation('import')
  if (read.isError) return <Query of={read} failed={t('existing.failed')} again={t('again')} card />
  if (!read.data || read.data.length === 0) return null
  const known = read.data.filter(({ kind }) => kind === 'known')
  const isToCheck = ({ kind, otherBirthDate }: ImportMatch) => kind === 'namesake' || otherBirthDate
  const checked = read.data.filter(isToCheck)
  return (
    <Section title={t('existing.title')}>
      {known.length > 0 && (
        <Text size="sm" mb={checked.length > 0 ? 'sm' : 0}>
          {t('existing.known', { count: known.length })}
        </Text>
      )}
      {checked.length > 0 && (
        <ul className={classes.faults}>
          {checked.slice(0, shown).map((match) => (
            <MatchLine key={match.line.number} match={match} />
          ))}
          {checked.length > shown && <li>{t('problems.more', { count: checked.length - shown })}</li>}
        </ul>
      )}
    </Section>
  )
}

function MatchLine({ match: { line, kind, otherBirthDate } }: { match: ImportMatch }) {
  const { t } = useTranslation('import')
  const name = `${line.client.firstName} ${line.client.lastName}`
  const part = kind === 'known' ? 'keptBirthDate' : otherBirthDate ? 'otherBirthDate' : 'sameName'
  return (
    <li className={classes.fault}>
      <span className={classes.number}>{t('problems.line', { number: line.number })}</span>
      <span>{t(`existing.${part}`, { name })}</span>
    </li>
  )
}
