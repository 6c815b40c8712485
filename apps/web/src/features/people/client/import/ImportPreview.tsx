import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './Import.module.css'
import { useFieldLabel } from './use-field-label.ts'
import { isImportable, type ImportLine } from './import-lines.ts'

const shown = { lines: 8, faults: 50 }

/** Shows the first importable lines as they will be saved. */
export function ImportPreview({ lines }: { lines: ImportLine[] }) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()
  const { language } = useLocale()
  const good = lines.filter(isImportable).slice(0, shown.lines)
  return (
    <Section title={t('preview.title')} hint={t('preview.hint')} rows>
      {good.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {t('preview.none')}
        </Text>
      ) : (
        <div className={classes.around}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('preview.line')}</th>
                <th scope="col">{t('preview.name')}</th>
                <th scope="col">{label('email')}</th>
                <th scope="col">{label('phone')}</th>
                <th scope="col">{label('dateOfBirth')}</th>
              </tr>
            </thead>
            <tbody>
              {good.map(({ number, client }) => (
                <tr key={number}>
                  <td className={classes.number}>{number}</td>
                  <td>{`${client.firstName} ${client.lastName}`}</td>
                  <td>{client.email}</td>
                  <td>{client.phone}</td>
                  <td>{client.dateOfBirth && dateText(client.dateOfBirth, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

/** Lists the problems of the file by line. */
export function ImportFaults({ lines }: { lines: ImportLine[] }) {
  const { t } = useTranslation(['import', 'common'])
  const label = useFieldLabel()
  const faulty = lines.filter((line) => line.faults.length > 0)
  const left = lines.filter((line) => !isImportable(line)).length
  if (faulty.length === 0) return null
  return (
    <Section title={t('problems.title')} hint={left > 0 ? t('problems.mistakes', { count: left }) : undefined}>
      <ul className={classes.faults}>
        {faulty.slice(0, shown.faults).map((line) => (
          <li key={line.number} className={classes.fault}>
            <span className={classes.number}>{t('problems.line', { number: line.number })}</span>
            <span>
              {line.faults
                .map((found) =>
                  found.fault === 'namesRequired' || found.fault === 'sameAsLine'
                    ? t(`problems.${found.fault}`, { line: found.kind === 'warning' ? found.line : undefined })
                    : t('common:labelled', { label: label(found.field), text: t(`problems.${found.fault}`) }),
                )
                .join(' · ')}
            </span>
          </li>
        ))}
        {faulty.length > shown.faults && <li>{t('problems.more', { count: faulty.length - shown.faults })}</li>}
      </ul>
    </Section>
  )
}
