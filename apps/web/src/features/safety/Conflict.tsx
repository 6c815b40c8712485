import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note.tsx'
import { type PlanWords } from './plan.ts'
import { PlanParts } from './PlanParts.tsx'
import classes from './safety.module.css'

type Props = { mine: PlanWords; theirs: PlanWords; saving: boolean; onMine: () => void; onTheirs: () => void }

/** Shows two versions of the plan side by side: the one written here, and the one saved elsewhere meanwhile. */
export function Conflict({ mine, theirs, saving, onMine, onTheirs }: Props) {
  const { t } = useTranslation('safety')
  return (
    <div className={classes.stack}>
      <Note kind="warning" urgent title={t('conflict.title')}>
        {t('conflict.text')}
      </Note>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('conflict.mine')}>
          <h3>{t('conflict.mine')}</h3>
          <PlanParts plan={mine} />
          <Button variant="default" loading={saving} onClick={onMine}>
            {t('conflict.keepMine')}
          </Button>
        </section>
        <section className={classes.side} aria-label={t('conflict.theirs')}>
          <h3>{t('conflict.theirs')}</h3>
          <PlanParts plan={theirs} />
          <Button variant="default" onClick={onTheirs}>
            {t('conflict.takeTheirs')}
          </Button>
        </section>
      </div>
    </div>
  )
}
