package io.meshgauge.observer.identity;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.meshgauge.identity.CredentialIssuer;

/** Source of the credentials of probing clients; part of a request to probe. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = CredentialStore.class, name = "held"),
  @JsonSubTypes.Type(value = IstioIdentities.class, name = "istio")
})
public sealed interface IdentitySource permits CredentialStore, IstioIdentities {

  /** Opens the source, in the observer. */
  CredentialIssuer open();
}
