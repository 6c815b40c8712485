import { z } from 'zod'
import { ClientId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { OwnSuperbill } from '../../billing/superbill/superbill.ts'

/**
 * Procedures with which a guardian sees the superbills of a client, which name diagnoses: those of sessions whose invoices are addressed to the
 * client or to the guardian. The PDF is downloaded from `/api/guardian/<client>/superbill/<superbill>/pdf`; its opening is in the client's access
 * log.
 */
export const guardianSuperbills = {
  /** The superbills, latest first, including withdrawn ones. */
  superbills: read
    .input(z.strictObject({ actingFor: ClientId }))
    .output(z.strictObject({ items: z.array(OwnSuperbill) })),
}
