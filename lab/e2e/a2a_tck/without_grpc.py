"""Imports gRPC and protocol buffers as empty modules: the kits load them at once, and use them for gRPC alone."""

import importlib.util
import sys
from unittest.mock import MagicMock

NAMES = (
    *("grpc", "google", "google.rpc", "google.rpc.error_details_pb2", "google.rpc.status_pb2"),
    *("google.protobuf", "google.protobuf.json_format", "google.protobuf.descriptor"),
    *("google.protobuf.empty_pb2", "google.protobuf.struct_pb2", "google.protobuf.timestamp_pb2"),
    *("specification.generated", "specification.generated.a2a_pb2", "specification.generated.a2a_pb2_grpc"),
    *("deepdiff", "responses", "OpenSSL"),
)

# Generated code needs a newer runtime than Debian has, so even where there is one it is not loaded.
for name in NAMES:
    if name.startswith(("specification", "google", "grpc")) or importlib.util.find_spec(name) is None:
        sys.modules.setdefault(name, MagicMock())
