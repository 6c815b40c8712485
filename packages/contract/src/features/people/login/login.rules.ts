export const minVerificationCodeLength = 6

/** Whether a typed code is long enough to be sent: the code of an authenticator app or a recovery code. */
export const isVerificationCode = (typed: string) => typed.trim().length >= minVerificationCodeLength
