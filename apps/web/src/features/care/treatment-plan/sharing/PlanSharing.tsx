import type { PlanVersion, PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'

const ShareDialog = lazyNamed(() => import('./ShareDialog.tsx'), 'ShareDialog')

type Props = { view: PlanView; plan: PlanVersion }

/** Shows the part of the plan that the client can read, with buttons that share, update and stop sharing. */
export function PlanSharing({ view, plan }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const [open, setOpen] = useState(false)
  const { share, clientId } = view
  const { change, problem } = usePlanChange({
    send: () => api.treatmentPlan.unshare({ clientId }),
    done: t('share.ended'),
  })
  const isOutdated = share !== null && share.versionId !== plan.id
  return (
    <Section title={t('share.title')}>
      <ShareState view={view} isOutdated={isOutdated} />
      {mayShare(view) && (
        <Group gap="xs" mt={10}>
          <Button size="compact-sm" variant={share && !isOutdated ? 'default' : 'filled'} onClick={() => setOpen(true)}>
            {t(share === null ? 'share.share' : isOutdated ? 'share.update' : 'share.change')}
          </Button>
          {share && (
            <Button
              size="compact-sm"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate(undefined)}
            >
              {t('share.end')}
            </Button>
          )}
        </Group>
      )}
      <FormError>{problem}</FormError>
      {open && <ShareDialog view={view} plan={plan} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Whether someone could read the plan: the client's account, or a guardian with the right to it. */
const mayShare = ({ hasAccount, guardians }: PlanView) => hasAccount || guardians.length > 0

function ShareState({ view, isOutdated }: { view: PlanView; isOutdated: boolean }) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const { share, hasAccount, guardians, clientName, diagnoses } = view
  if (!share)
    return <p className={classes.quiet}>{t(mayShare(view) ? 'share.none' : 'share.noAccount', { name: clientName })}</p>
  const readers = guardians.filter(({ sees }) => sees).map(({ name }) => name)
  const shared = diagnoses.filter((one) => one.shared).map(({ code }) => code)
  const day = dateText(localDay(share.sharedAt, locale), locale.language)
  return (
    <>
      <p className={classes.text}>
        {t(hasAccount ? 'share.sees' : 'share.shared', { name: clientName, number: share.number, day })}
      </p>
      {readers.length > 0 && (
        <p className={classes.quiet}>
          {t('share.guardiansSee', { names: new Intl.ListFormat(locale.language).format(readers) })}
        </p>
      )}
      <p className={classes.quiet}>
        {shared.length > 0 ? t('share.withDiagnoses', { codes: shared.join(', ') }) : t('share.noDiagnoses')}{' '}
        {isOutdated && t('share.outdated')}
      </p>
    </>
  )
}
