# Generated from the OpenAPI document by `npm run generate-python-sdk`. Do not edit.
"""The part of the client that follows from the API."""
