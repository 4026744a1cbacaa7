export { openS3Objects } from './s3-objects.js'
export { S3LocationError } from './s3-location-error.js'
