import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { DecisionButtons, isResumed } from './DecisionButtons.tsx'
import classes from './restore.module.css'
import { useHeldDecision } from './use-decision.ts'
import type { HeldKind } from '@attune/contract/features/practice/restore/restore.rules'

/**
 * Shows an admin the number of items that are held after a restore, by kind and without names, with buttons that decide about the practice's own
 * items.
 */
export function HeldOfPractice() {
  const { t } = useTranslation('held')
  const locale = useLocale()
  const restore = useQuery(orpc.restore.heldOfPractice.queryOptions({ input: {} })).data?.restore
  const decision = useHeldDecision((kind: HeldKind, choice) =>
    api.restore.decideForPractice({ kind, decision: choice }),
  )
  if (!restore) return null
  const count = restore.kinds.reduce((sum, { practice, therapists }) => sum + practice + therapists, 0)
  const moments = {
    of: momentInSentence(restore.dataOf, locale),
    restored: momentInSentence(restore.restoredAt, locale),
  }
  return (
    <Section title={t('title')} count={count} hint={t('practice.hint', moments)} rows>
      {restore.kinds.map(({ kind, practice, therapists }) => (
        <CardRow key={kind} wraps>
          <div className={classes.texts}>
            <div className={classes.label}>{t(`kinds.${kind}`)}</div>
            <MetaList>
              {practice > 0 && t('practice.own', { count: practice })}
              {therapists > 0 && t('practice.therapists', { count: therapists })}
            </MetaList>
          </div>
          {practice > 0 && (
            <DecisionButtons
              what={t(`kinds.${kind}`)}
              resumes={isResumed(kind)}
              busy={decision.isPending}
              onDecide={(choice) => decision.mutate({ of: kind, decision: choice })}
            />
          )}
        </CardRow>
      ))}
    </Section>
  )
}
