import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { SafetyPlanContent } from './plan.ts'
import { SafetyPlanView } from './SafetyPlanView.tsx'
import classes from '../safety.module.css'

type Props = {
  mine: SafetyPlanContent
  theirs: SafetyPlanContent
  saving: boolean
  onMine: () => void
  onTheirs: () => void
}

/**
 * Shows two versions of the plan side by side: the version of this form, and the version that was saved on another
 * device in the meantime.
 */
export function SafetyPlanConflict({ mine, theirs, saving, onMine, onTheirs }: Props) {
  const { t } = useTranslation('safety')
  return (
    <div className={classes.stack}>
      <Callout kind="warning" urgent title={t('conflict.title')}>
        {t('conflict.text')}
      </Callout>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('conflict.mine')}>
          <h3>{t('conflict.mine')}</h3>
          <SafetyPlanView plan={mine} />
          <Button variant="default" loading={saving} onClick={onMine}>
            {t('conflict.keepMine')}
          </Button>
        </section>
        <section className={classes.side} aria-label={t('conflict.theirs')}>
          <h3>{t('conflict.theirs')}</h3>
          <SafetyPlanView plan={theirs} />
          <Button variant="default" onClick={onTheirs}>
            {t('conflict.takeTheirs')}
          </Button>
        </section>
      </div>
    </div>
  )
}
