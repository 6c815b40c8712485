import type { TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { isSealOf, sealOf } from '../../../platform/secrets/seal.ts'
import { isUuid } from '../../../platform/text/uuid.ts'

/** The route of Stripe's webhook. `seal` proves that this server issued the path (see `isHookPath`). */
export const hookPath = '/hooks/stripe/:therapistId/:seal'

const sealed = (therapistId: TherapistId) => `online payments of ${therapistId}`

/** Returns the path of a therapist's webhook. Only this server can create it. */
export const hookPathOf = (app: Pick<AppContext, 'secrets'>, therapistId: TherapistId): string =>
  hookPath.replace(':therapistId', therapistId).replace(':seal', sealOf(app, sealed(therapistId)))

/** Whether this server created the path of a webhook. */
export const isHookPath = (
  app: Pick<AppContext, 'secrets'>,
  { therapistId, seal }: { therapistId: TherapistId; seal: string },
): boolean => isUuid(therapistId) && isSealOf(app, sealed(therapistId), seal)
