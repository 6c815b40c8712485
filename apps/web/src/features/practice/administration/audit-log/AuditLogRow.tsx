import type { AuditLine } from '@attune/contract/features/practice/administration/administration.accounts'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { useAuditText } from './use-audit-text.ts'
import classes from '../administration.module.css'

/** A line of the audit log: the action and its subject, each changed value before and after, the person, the IP address and the time. */
export function AuditLogRow({ line }: { line: AuditLine }) {
  const { t } = useTranslation('auditLog')
  const locale = useLocale()
  const { at, actorName, ip } = line
  return (
    <li className={classes.account}>
      <div className={classes.texts}>
        <AuditLogTitle line={line} />
        <AuditLogChanges line={line} />
        <MetaList>
          {actorName || t('gone')}
          {ip && t('from', { ip })}
        </MetaList>
      </div>
      <time className={classes.quiet} dateTime={at}>
        {momentText(at, locale)}
      </time>
    </li>
  )
}

/** The action of a line and its subject. */
export function AuditLogTitle({ line: { action, thing, thingName } }: { line: AuditLine }) {
  const { actionText, thingText } = useAuditText()
  return (
    <div className={classes.name}>
      {actionText(action)}: {thingText(thing)}
      {thingName && ` (${thingName})`}
    </div>
  )
}

/** Each changed value of a line, before and after. */
export function AuditLogChanges({ line: { before, after } }: { line: AuditLine }) {
  const { fieldText, valueText } = useAuditText()
  return Object.entries(after ?? {}).map(([field, value]) => (
    <div key={field} className={classes.change}>
      {fieldText(field)}: {before && field in before && <del>{valueText(before[field])}</del>}{' '}
      <ins>{valueText(value)}</ins>
    </div>
  ))
}
