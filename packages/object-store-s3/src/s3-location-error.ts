/** A location that cannot be understood. */
export class S3LocationError extends Error {
  constructor(message: string) {
    super(`${message}; a location looks like s3://BUCKET/PREFIX?region=REGION&endpoint=URL`)
    this.name = 'S3LocationError'
  }
}
