/** The reason why the server cannot start, for the person who starts it. Printed without a stack; exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
