import type { AuditLine } from '@attune/contract/features/practice/administration/administration.accounts'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { useAuditText } from './use-audit-text.ts'
import classes from '../administration.module.css'

/** A line of the audit log: the action and its subject, each changed value before and after, who, when and from where. */
export function AuditLogRow({ line }: { line: AuditLine }) {
  const { t } = useTranslation('auditLog')
  const locale = useLocale()
  const { actionText, thingText, fieldText, valueText } = useAuditText()
  const { at, actorName, action, thing, thingName, ip, before, after } = line
  return (
    <li className={classes.account}>
      <div className={classes.texts}>
        <div className={classes.name}>
          {actionText(action)}: {thingText(thing)}
          {thingName && ` (${thingName})`}
        </div>
        {Object.entries(after ?? {}).map(([field, value]) => (
          <div key={field} className={classes.change}>
            {fieldText(field)}: {before && field in before && <del>{valueText(before[field])}</del>}{' '}
            <ins>{valueText(value)}</ins>
          </div>
        ))}
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
