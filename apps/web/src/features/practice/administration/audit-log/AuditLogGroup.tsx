import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText, timeText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import classes from '../administration.module.css'
import { AuditLogChanges, AuditLogTitle } from './AuditLogRow.tsx'
import { type AuditLineGroup, resultOf } from './group-lines.ts'

/** Equal lines of the audit log as one row with their number and result. A button shows each of them. */
export function AuditLogGroup({ group }: { group: AuditLineGroup }) {
  const { t } = useTranslation('auditLog')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const result = resultOf(group)
  const earliest = group.at(-1) ?? result
  const [from, until] = [timeText(earliest.at, locale), timeText(result.at, locale)]
  return (
    <li className={classes.account} data-group>
      <div className={classes.texts}>
        <AuditLogTitle line={result} />
        <AuditLogChanges line={result} />
        <MetaList>
          {result.actorName || t('gone')}
          {result.ip && t('from', { ip: result.ip })}
          {t(from === until ? 'timesAt' : 'times', { count: group.length, from, until })}
        </MetaList>
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-9}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hideEach' : 'showEach')}
        </Button>
        <ul id={listId} className={classes.each} hidden={!isOpen}>
          {group.map((line) => (
            <li key={line.id}>
              <time className={classes.quiet} dateTime={line.at}>
                {momentText(line.at, locale)}
              </time>
              <AuditLogChanges line={line} />
            </li>
          ))}
        </ul>
      </div>
      <time className={classes.quiet} dateTime={result.at}>
        {momentText(result.at, locale)}
      </time>
    </li>
  )
}
